import pc from 'picocolors';

/** The few colours that reports use. */
export type Painter = Pick<ReturnType<typeof pc.createColors>, 'red' | 'green' | 'yellow' | 'bold' | 'dim' | 'cyan'>;

export function createPainter(colour: boolean): Painter {
  return pc.createColors(colour);
}
