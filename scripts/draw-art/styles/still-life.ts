import {
  along,
  background,
  circle,
  ellipse,
  gradient,
  line,
  mix,
  polygon,
  rectangle,
  tag,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** Fruit in a bowl and a jug beside it, on a cloth, in light from one side. */
export function stillLife(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const edge = height * luck.between(0.6, 0.66);
  const left = luck.yes(0.5);
  const bowl: Point = { x: width * (left ? 0.6 : 0.4), y: edge + height * 0.06 };
  const jug: Point = { x: width * (left ? 0.24 : 0.76), y: edge + height * 0.1 };
  const wall = gradient('wall', 'radial', [
    [0, mix(palette.tones[2], palette.paper, 0.35)],
    [1, palette.tones[3]],
  ]);
  const shine = gradient('shine', 'radial', [
    [0, '#ffffff', 0.55],
    [0.5, '#ffffff', 0.05],
    [1, '#000000', 0.28],
  ]);
  return [
    `<defs>${wall}${shine}</defs>`,
    background(canvas, 'url(#wall)'),
    rectangle(0, edge, width, height - edge, { fill: mix(palette.tones[3], palette.tones[4], 0.6) }),
    cloth(canvas, edge),
    vessel(canvas, jug, height * 0.34),
    ellipse({ x: bowl.x, y: bowl.y + height * 0.12 }, width * 0.25, height * 0.03, {
      fill: '#000000',
      opacity: '0.25',
    }),
    along(luck.whole(6, 9), (at, part) =>
      fruit(
        canvas,
        { x: bowl.x + width * 0.3 * (part - 0.5), y: bowl.y - height * (0.03 + 0.1 * (at % 2)) },
        height * luck.between(0.055, 0.075),
      ),
    ),
    tag('path', {
      d: `M${bowl.x - width * 0.22} ${bowl.y}Q${bowl.x - width * 0.16} ${bowl.y + height * 0.14} ${bowl.x} ${bowl.y + height * 0.14}T${bowl.x + width * 0.22} ${bowl.y}Z`,
      fill: palette.paper,
    }),
    tag('path', {
      d: `M${bowl.x - width * 0.21} ${bowl.y + height * 0.03}Q${bowl.x} ${bowl.y + height * 0.08} ${bowl.x + width * 0.21} ${bowl.y + height * 0.03}`,
      fill: 'none',
      stroke: palette.tones[2],
      'stroke-width': 5,
    }),
    fruit(canvas, { x: width * luck.between(0.42, 0.58), y: edge + height * 0.24 }, height * 0.065),
  ].join('');
}

function fruit({ luck, palette }: Canvas, at: Point, size: number): string {
  const fill = luck.one([
    palette.accent,
    palette.tones[0],
    palette.tones[1],
    mix(palette.accent, palette.tones[1], 0.5),
  ]);
  const shadow = ellipse({ x: at.x + size * 0.2, y: at.y + size * 0.95 }, size * 0.9, size * 0.18, {
    fill: '#000000',
    opacity: '0.18',
  });
  const body = luck.yes(0.3)
    ? ellipse(at, size * 0.85, size * 1.08, { fill }) +
      ellipse(at, size * 0.85, size * 1.08, { fill: 'url(#shine)' })
    : circle(at, size, { fill }) + circle(at, size, { fill: 'url(#shine)' });
  const stalk = line(
    [
      { x: at.x, y: at.y - size * 0.85 },
      { x: at.x + size * 0.15, y: at.y - size * 1.25 },
    ],
    { stroke: palette.tones[4], 'stroke-width': 3 },
  );
  const leaf = luck.yes(0.5)
    ? ellipse({ x: at.x + size * 0.42, y: at.y - size * 1.1 }, size * 0.32, size * 0.13, {
        fill: palette.tones[3],
        transform: `rotate(-24 ${at.x} ${at.y})`,
      })
    : '';
  return shadow + body + stalk + leaf;
}

function vessel({ luck, palette }: Canvas, { x, y }: Point, tall: number): string {
  const wide = tall * luck.between(0.26, 0.34);
  const neck = wide * luck.between(0.4, 0.6);
  const outline = `M${x - neck} ${y - tall}Q${x - neck * 0.8} ${y - tall * 0.75} ${x - wide} ${y - tall * 0.45}Q${x - wide * 1.1} ${y} ${x - wide * 0.5} ${y}H${x + wide * 0.5}Q${x + wide * 1.1} ${y} ${x + wide} ${y - tall * 0.45}Q${x + neck * 0.8} ${y - tall * 0.75} ${x + neck} ${y - tall}Z`;
  const handle = tag('path', {
    d: `M${x + neck} ${y - tall * 0.92}q${wide} 0 ${wide * 0.75} ${tall * 0.42}`,
    fill: 'none',
    stroke: palette.tones[2],
    'stroke-width': 9,
  });
  const flowers = along(5, (_, part) => {
    const tip: Point = { x: x + (part - 0.5) * wide * 3, y: y - tall * (1.3 + 0.25 * Math.sin(part * 3.1)) };
    return (
      line([{ x, y: y - tall }, tip], { stroke: palette.tones[4], 'stroke-width': 2.5 }) +
      along(7, (at) =>
        circle({ x: tip.x + 11 * Math.cos(at * 0.9), y: tip.y + 11 * Math.sin(at * 0.9) }, 8, {
          fill: at === 0 ? palette.paper : palette.accent,
          opacity: '0.85',
        }),
      )
    );
  });
  return (
    ellipse({ x: x + wide * 0.3, y }, wide * 1.2, tall * 0.05, { fill: '#000000', opacity: '0.25' }) +
    flowers +
    handle +
    tag('path', { d: outline, fill: palette.tones[1] }) +
    tag('path', { d: outline, fill: 'url(#shine)' })
  );
}

function cloth({ width, height, luck, palette }: Canvas, edge: number): string {
  const from = width * luck.between(0.08, 0.2);
  const folds = along(7, (at) =>
    line(
      [
        { x: from + at * width * 0.1, y: edge + 6 },
        { x: from + at * width * 0.1 + luck.between(-30, 30), y: height },
      ],
      { stroke: palette.tones[1], 'stroke-width': 3, opacity: '0.5' },
    ),
  );
  return (
    polygon(
      [
        { x: from, y: edge },
        { x: width - from * 0.5, y: edge },
        { x: width - from * 0.2, y: height },
        { x: from * 0.4, y: height },
      ],
      { fill: mix(palette.paper, palette.tones[0], 0.4) },
    ) + folds
  );
}
