/** The value of `CONSOLE_FRAME_ORIGINS` in a stage whose console no other page may show in a frame. */
export const NO_FRAMES = 'none';
