import {
  along,
  background,
  circle,
  gradient,
  line,
  mix,
  polygon,
  rectangle,
  tag,
  type Canvas,
} from '../canvas.ts';

/** A town at night over the water: towers, gables, lit windows, and all of it again upside down. */
export function city(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const quay = height * 0.72;
  const sky = gradient('sky', 'linear', [
    [0, palette.tones[4]],
    [0.7, palette.tones[3]],
    [1, palette.tones[1]],
  ]);
  const skyline = [0, 1, 2].map((depth) => row(canvas, quay, depth)).join('');
  const moon = { x: luck.between(0.15, 0.85) * width, y: luck.between(0.1, 0.25) * height };
  return [
    `<defs>${sky}<clipPath id="water">${rectangle(0, quay, width, height - quay, {})}</clipPath></defs>`,
    background(canvas, 'url(#sky)'),
    along(90, () =>
      circle({ x: luck.between(0, width), y: luck.between(0, quay * 0.7) }, luck.between(0.5, 1.8), {
        fill: palette.paper,
        opacity: String(Math.round(luck.between(4, 9)) / 10),
      }),
    ),
    circle(moon, width * 0.05, { fill: palette.paper }),
    circle({ x: moon.x + width * 0.02, y: moon.y - width * 0.012 }, width * 0.045, {
      fill: mix(palette.tones[4], palette.tones[3], 0.3),
    }),
    skyline,
    rectangle(0, quay, width, height - quay, { fill: palette.tones[4] }),
    tag(
      'g',
      { 'clip-path': 'url(#water)' },
      tag('g', { transform: `translate(0 ${quay * 2}) scale(1 -1)`, opacity: '0.35' }, skyline),
    ),
    along(26, () =>
      rectangle(luck.between(0, width), luck.between(quay, height), luck.between(20, 140), 2, {
        fill: palette.paper,
        opacity: '0.12',
      }),
    ),
  ].join('');
}

function row(canvas: Canvas, quay: number, depth: number): string {
  const { width, luck, palette, height } = canvas;
  const fill = mix(palette.tones[2], palette.tones[4], 0.35 + 0.3 * depth);
  const houses: string[] = [];
  let x = -luck.between(0, 40);
  while (x < width) {
    const wide = luck.between(36, 90) - 6 * depth;
    const tall = height * luck.between(0.12, 0.5 - 0.11 * depth);
    houses.push(house(canvas, { x, wide, tall, quay, fill, lit: 0.25 + 0.15 * depth }));
    x += wide + luck.between(-4, 10);
  }
  return houses.join('');
}

interface House {
  readonly x: number;
  readonly wide: number;
  readonly tall: number;
  readonly quay: number;
  readonly fill: string;
  readonly lit: number;
}

function house({ luck, palette }: Canvas, { x, wide, tall, quay, fill, lit }: House): string {
  const top = quay - tall;
  const roofs = {
    flat: '',
    gable: polygon(
      [
        { x, y: top },
        { x: x + wide, y: top },
        { x: x + wide / 2, y: top - wide * 0.5 },
      ],
      { fill },
    ),
    spire: polygon(
      [
        { x: x + wide * 0.3, y: top },
        { x: x + wide * 0.7, y: top },
        { x: x + wide / 2, y: top - wide * 1.3 },
      ],
      { fill },
    ),
    dome: tag('path', { d: `M${x} ${top}a${wide / 2} ${wide * 0.45} 0 0 1 ${wide} 0z`, fill }),
    mast: line(
      [
        { x: x + wide / 2, y: top },
        { x: x + wide / 2, y: top - wide * 0.8 },
      ],
      { stroke: fill, 'stroke-width': 3 },
    ),
  };
  const roof = roofs[luck.one(['flat', 'flat', 'gable', 'gable', 'spire', 'dome', 'mast'] as const)];
  const windows: string[] = [];
  for (let y = top + 10; y < quay - 14; y += 16) {
    for (let at = x + 7; at < x + wide - 10; at += 13) {
      if (luck.yes(lit))
        windows.push(
          rectangle(at, y, 6, 9, {
            fill: luck.yes(0.12) ? palette.accent : mix(palette.paper, palette.tones[0], 0.6),
            opacity: '0.9',
          }),
        );
    }
  }
  return roof + rectangle(x, top, wide, tall, { fill }) + windows.join('');
}
