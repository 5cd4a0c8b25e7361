<?php
// Plugins that sites have, each with one word of a text.
add_filter(
	'rest_pre_insert_post',
	function ( $post ) {
		$is_banned = str_contains( $post->post_content ?? '', 'casino' );
		return $is_banned
			? new WP_Error( 'content_not_allowed', 'This text is not allowed on this site.', array( 'status' => 400 ) )
			: $post;
	}
);
add_filter(
	'wp_insert_post_data',
	function ( $post ) {
		if ( 'publish' === $post['post_status'] && str_contains( $post['post_content'], 'editorial' ) ) {
			$post['post_status'] = 'pending';
		}
		if ( 'post' === $post['post_type'] && str_contains( $post['post_content'], 'renamed' ) ) {
			$post['post_name'] = 'post-' . bin2hex( random_bytes( 4 ) );
		}
		return $post;
	}
);
// No mail leaves this machine.
add_filter( 'pre_wp_mail', '__return_true' );
