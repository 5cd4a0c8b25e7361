<?php
// The configuration of the WordPress site of the opinion `wordpress-server`.
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . getenv( 'WORDPRESS_SOCKET' ) );
define( 'DB_CHARSET', 'utf8mb4' );
// The site believes that a proxy serves it by HTTPS, without which it has no application passwords.
define( 'WP_HOME', 'https://blog.example/blog' );
define( 'WP_SITEURL', WP_HOME );
$_SERVER['HTTPS'] = 'on';
// The site sends no request by itself.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', 'a key of tests ' . $name );
	define( $name . '_SALT', 'a salt of tests ' . $name );
}
define( 'WP_DEBUG', false );
$table_prefix = 'wp_';
define( 'ABSPATH', __DIR__ . '/' );
require ABSPATH . 'wp-settings.php';
