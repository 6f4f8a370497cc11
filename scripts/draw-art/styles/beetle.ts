import {
  along,
  background,
  circle,
  ellipse,
  gradient,
  line,
  mix,
  polygon,
  tag,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** A plate from a cabinet of insects: one large beetle, pinned, with the scale it was drawn to. */
export function beetle(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const middle: Point = { x: width / 2, y: height * 0.5 };
  const size = Math.min(width, height) * luck.between(0.3, 0.36);
  const shell = luck.one([palette.accent, palette.tones[2], palette.tones[3]]);
  const sheen = gradient('sheen', 'radial', [
    [0, '#ffffff', 0.5],
    [0.45, '#ffffff', 0],
    [1, '#000000', 0.35],
  ]);
  const both = (make: (side: 1 | -1) => string): string => make(-1) + make(1);
  return [
    `<defs>${sheen}</defs>`,
    background(canvas, palette.paper),
    along(60, () =>
      circle({ x: luck.between(0, width), y: luck.between(0, height) }, luck.between(0.6, 2.2), {
        fill: palette.tones[1],
        opacity: '0.35',
      }),
    ),
    ellipse({ x: middle.x + 14, y: middle.y + 20 }, size * 0.62, size * 0.95, {
      fill: '#000000',
      opacity: '0.14',
    }),
    both((side) => legs(canvas, middle, size, side)),
    both((side) =>
      line(
        [
          { x: middle.x + side * size * 0.1, y: middle.y - size * 0.95 },
          { x: middle.x + side * size * luck.between(0.3, 0.5), y: middle.y - size * 1.25 },
          { x: middle.x + side * size * 0.62, y: middle.y - size * luck.between(1.2, 1.4) },
        ],
        { stroke: palette.tones[4], 'stroke-width': 5 },
      ),
    ),
    ellipse({ x: middle.x, y: middle.y - size * 0.86 }, size * 0.25, size * 0.2, { fill: palette.tones[4] }),
    tag('path', {
      d: `M${middle.x - size * 0.46} ${middle.y - size * 0.34}Q${middle.x - size * 0.4} ${middle.y - size * 0.8} ${middle.x} ${middle.y - size * 0.8}T${middle.x + size * 0.46} ${middle.y - size * 0.34}Z`,
      fill: mix(shell, palette.tones[4], 0.35),
    }),
    both((side) => wing(canvas, middle, size, side, shell)),
    tag('path', {
      d: `M${middle.x - size * 0.07} ${middle.y - size * 0.34}h${size * 0.14}l${-size * 0.07} ${size * 0.16}z`,
      fill: palette.tones[4],
    }),
    circle({ x: middle.x + size * 0.2, y: middle.y - size * 0.05 }, 4, {
      fill: palette.paper,
      stroke: palette.tones[4],
      'stroke-width': 2,
    }),
    scale(canvas),
  ].join('');
}

function wing({ luck, palette }: Canvas, { x, y }: Point, size: number, side: 1 | -1, fill: string): string {
  const d = `M${x} ${y - size * 0.34}H${x + side * size * 0.48}Q${x + side * size * 0.66} ${y + size * 0.4} ${x + side * size * 0.06} ${y + size}Q${x} ${y + size} ${x} ${y + size * 0.9}Z`;
  const stripes = along(4, (at) =>
    line(
      [
        { x: x + side * size * (0.1 + 0.09 * at), y: y - size * 0.26 },
        { x: x + side * size * (0.12 + 0.08 * at), y: y + size * (0.7 - 0.12 * at) },
      ],
      { stroke: palette.tones[4], 'stroke-width': 1.4, opacity: '0.5' },
    ),
  );
  const rows = luck.whole(2, 4);
  const spots = along(rows, (at) =>
    circle({ x: x + side * size * 0.28, y: y + size * (-0.1 + 0.26 * at) }, size * (0.1 - 0.012 * at), {
      fill: palette.tones[0],
      opacity: '0.9',
    }),
  );
  return (
    tag('path', { d, fill, stroke: palette.tones[4], 'stroke-width': 2.5 }) +
    stripes +
    spots +
    tag('path', { d, fill: 'url(#sheen)' })
  );
}

function legs({ luck, palette }: Canvas, { x, y }: Point, size: number, side: 1 | -1): string {
  return along(3, (at) => {
    const from: Point = { x: x + side * size * 0.4, y: y + size * (-0.4 + 0.32 * at) };
    const knee: Point = {
      x: x + side * size * luck.between(0.8, 0.95),
      y: from.y + size * (-0.3 + 0.24 * at),
    };
    const foot: Point = {
      x: x + side * size * luck.between(1, 1.2),
      y: knee.y + size * (at === 0 ? -0.3 : 0.34),
    };
    return (
      line([from, knee, foot], { stroke: palette.tones[4], 'stroke-width': 8 }) +
      line([foot, { x: foot.x + side * 16, y: foot.y + 5 }], { stroke: palette.tones[4], 'stroke-width': 4 })
    );
  });
}

function scale({ width, height, palette }: Canvas): string {
  const y = height * 0.93;
  const ticks = along(11, (at) =>
    line(
      [
        { x: width * 0.36 + at * width * 0.028, y },
        { x: width * 0.36 + at * width * 0.028, y: y - (at % 5 === 0 ? 12 : 6) },
      ],
      { stroke: palette.tones[4], 'stroke-width': 1.5 },
    ),
  );
  const edge = polygon(
    [
      { x: 22, y: 22 },
      { x: width - 22, y: 22 },
      { x: width - 22, y: height - 22 },
      { x: 22, y: height - 22 },
    ],
    { fill: 'none', stroke: palette.tones[3], 'stroke-width': 1.5 },
  );
  return (
    line(
      [
        { x: width * 0.36, y },
        { x: width * 0.64, y },
      ],
      { stroke: palette.tones[4], 'stroke-width': 2 },
    ) +
    ticks +
    edge
  );
}
