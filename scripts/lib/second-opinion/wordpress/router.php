<?php
// For the web server of PHP: the site is in the folder /blog, and its addresses are not the names of files.
$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( ! str_starts_with( $path, '/blog/' ) ) {
	http_response_code( 404 );
	echo '<html><h1>Not Found</h1></html>';
	return true;
}
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . $path ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = '/blog/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/blog/index.php';
