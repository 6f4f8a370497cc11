import {
  along,
  background,
  circle,
  ellipse,
  gradient,
  line,
  mix,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** One old tree, its leaves on it and below it, in some season. */
export function tree(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const ground = height * luck.between(0.78, 0.86);
  const foot: Point = { x: width * luck.between(0.38, 0.62), y: ground };
  const air = gradient('air', 'radial', [
    [0, palette.paper],
    [1, mix(palette.paper, palette.tones[0], 0.8)],
  ]);
  const branches: string[] = [];
  const tips: Point[] = [];
  const grow = (from: Point, angle: number, long: number, thick: number): void => {
    const to: Point = { x: from.x + Math.cos(angle) * long, y: from.y + Math.sin(angle) * long };
    branches.push(line([from, to], { stroke: palette.tones[4], 'stroke-width': thick }));
    if (long < height * 0.022) {
      tips.push(to);
      return;
    }
    if (long < height * 0.06) tips.push(to);
    const forks = luck.yes(0.25) ? 3 : 2;
    for (let fork = 0; fork < forks; fork++) {
      const turn = (fork - (forks - 1) / 2) * luck.between(0.45, 0.85) + luck.between(-0.15, 0.15);
      grow(to, angle + turn, long * luck.between(0.68, 0.82), thick * 0.66);
    }
  };
  grow(foot, -Math.PI / 2 + luck.between(-0.1, 0.1), height * luck.between(0.16, 0.2), width * 0.036);
  const colours = luck.yes(0.3)
    ? [palette.accent, palette.tones[0]]
    : [palette.tones[1], palette.tones[2], palette.accent];
  const leaf = (at: Point, size: number): string => {
    const spot: Point = { x: at.x + luck.between(-9, 9), y: at.y + luck.between(-9, 9) };
    return circle(spot, size, {
      fill: luck.one(colours),
      opacity: String(Math.round(luck.between(55, 95)) / 100),
    });
  };
  const full = luck.between(0.35, 1);
  return [
    `<defs>${air}</defs>`,
    background(canvas, 'url(#air)'),
    ellipse({ x: width / 2, y: ground + height * 0.2 }, width * 0.75, height * 0.22, {
      fill: mix(palette.tones[1], palette.tones[3], 0.5),
    }),
    ellipse({ x: foot.x + width * 0.04, y: ground + 8 }, width * 0.24, height * 0.025, {
      fill: palette.tones[4],
      opacity: '0.3',
    }),
    branches.join(''),
    tips
      .filter(() => luck.yes(full))
      .slice(0, 1500)
      .map((tip) => leaf(tip, luck.between(4, 10)))
      .join(''),
    along(Math.round(130 * (1.2 - full)), () =>
      leaf(
        { x: foot.x + luck.between(-0.35, 0.35) * width, y: ground + luck.between(0, 0.1) * height },
        luck.between(3, 7),
      ),
    ),
  ].join('');
}
