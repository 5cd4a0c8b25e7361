<?php
// Creates the tables and the administrator, and prints an application password of the administrator.
$_SERVER['HTTP_HOST'] = 'blog.example';
define( 'WP_INSTALLING', true );
require getenv( 'WORDPRESS_FOLDER' ) . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'Lamps', 'root', 'root@example.com', true, '', bin2hex( random_bytes( 12 ) ) );
update_option( 'permalink_structure', '/%year%/%monthnum%/%postname%/' );
list( $password ) = WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'tests' ) );
echo "\n", json_encode( array( 'password' => $password, 'version' => $wp_version, 'php' => PHP_VERSION ) ), "\n";
