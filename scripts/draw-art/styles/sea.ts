import {
  along,
  background,
  circle,
  gradient,
  line,
  mix,
  polygon,
  rectangle,
  ridge,
  tag,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** Swell after swell, a light low over the water, and sails. */
export function sea(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const night = luck.yes(0.4);
  const horizon = height * luck.between(0.38, 0.5);
  const above = night ? palette.tones[4] : palette.tones[0];
  const light: Point = {
    x: luck.between(0.25, 0.75) * width,
    y: horizon - height * luck.between(0.08, 0.24),
  };
  const sky = gradient('sky', 'linear', [
    [0, above],
    [1, night ? palette.tones[2] : palette.paper],
  ]);
  const waves = 9;
  return [
    `<defs>${sky}</defs>`,
    background(canvas, 'url(#sky)'),
    night
      ? along(70, () =>
          circle({ x: luck.between(0, width), y: luck.between(0, horizon) }, luck.between(0.6, 2), {
            fill: palette.paper,
            opacity: '0.8',
          }),
        )
      : clouds(canvas, horizon),
    circle(light, width * 0.06, { fill: night ? palette.paper : palette.accent }),
    rectangle(0, horizon, width, height - horizon, { fill: palette.tones[2] }),
    glitter(canvas, light.x, horizon, night),
    along(waves, (at, part) => {
      const y = horizon + (height - horizon) * (0.06 + 0.94 * part ** 1.4);
      const boat =
        at > 0 && at < 6 && luck.yes(0.5)
          ? sail(canvas, { x: luck.between(0.1, 0.9) * width, y: y + 4 }, 26 + 120 * part)
          : '';
      return boat + wave(canvas, y, part);
    }),
  ].join('');
}

function wave({ width, height, luck, palette }: Canvas, y: number, part: number): string {
  const swell = ridge(luck, 0.55);
  const crest: Point[] = Array.from({ length: 161 }, (_, at) => {
    const x = (at / 160) * width;
    return { x, y: y + (4 + 20 * part) * (swell(at / 160) + 0.35 * Math.sin(at / (2 + 5 * part))) };
  });
  const fill = mix(palette.tones[2], palette.tones[4], 0.15 + 0.8 * part);
  const foam = line(crest, { stroke: palette.paper, 'stroke-width': 1 + 2.5 * part, opacity: '0.5' });
  return polygon([...crest, { x: width, y: height }, { x: 0, y: height }], { fill, opacity: '0.85' }) + foam;
}

function sail({ luck, palette }: Canvas, { x, y }: Point, size: number): string {
  const lean = luck.between(-0.06, 0.06) * size;
  const mast: Point = { x: x + lean, y: y - size };
  const hull = tag('path', {
    d: `M${x - size * 0.34} ${y - size * 0.16}H${x + size * 0.36}Q${x + size * 0.26} ${y + size * 0.06} ${x} ${y + size * 0.06}T${x - size * 0.34} ${y - size * 0.16}Z`,
    fill: palette.tones[4],
  });
  const main = polygon([mast, { x: x + size * 0.36, y: y - size * 0.24 }, { x: x + 2, y: y - size * 0.22 }], {
    fill: palette.paper,
  });
  const jib = polygon([mast, { x: x - size * 0.3, y: y - size * 0.22 }, { x: x - 3, y: y - size * 0.22 }], {
    fill: palette.accent,
  });
  return main + jib + line([{ x, y }, mast], { stroke: palette.tones[4], 'stroke-width': 2 }) + hull;
}

function glitter({ luck, palette, height }: Canvas, x: number, horizon: number, night: boolean): string {
  return along(46, (_, part) => {
    const y = horizon + part * (height - horizon) * 0.7;
    const wide = (8 + 60 * part) * luck.between(0.4, 1);
    return rectangle(x + luck.between(-30, 30) * (0.4 + part) - wide / 2, y, wide, 2 + 2 * part, {
      fill: night ? palette.paper : palette.accent,
      opacity: '0.45',
      rx: 2,
    });
  });
}

function clouds({ width, luck, palette }: Canvas, horizon: number): string {
  return along(luck.whole(3, 6), () => {
    const [x, y, size] = [luck.between(0, width), luck.between(0.1, 0.6) * horizon, luck.between(30, 70)];
    return along(6, () =>
      circle(
        { x: x + luck.between(-1.6, 1.6) * size, y: y + luck.between(-0.25, 0.25) * size },
        size * luck.between(0.3, 0.6),
        { fill: palette.paper, opacity: '0.75' },
      ),
    );
  });
}
