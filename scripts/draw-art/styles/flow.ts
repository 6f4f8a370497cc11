import { background, line, mix, type Canvas, type Point } from '../canvas.ts';

/** Thousands of strokes that follow one current, as grass follows the wind. */
export function flow(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const dark = luck.yes(0.5);
  const eddies = Array.from({ length: luck.whole(2, 4) }, () => ({
    x: luck.between(0, width),
    y: luck.between(0, height),
    turn: luck.one([-1, 1]) * luck.between(0.6, 1.6),
    reach: luck.between(120, 320),
  }));
  const [a, b, c] = [luck.between(0.002, 0.006), luck.between(0.002, 0.006), luck.between(0, 6.28)];
  const angleAt = ({ x, y }: Point): number => {
    const drift = Math.sin(x * a + c) + Math.cos(y * b - c);
    return eddies.reduce((angle, eddy) => {
      const away = Math.hypot(x - eddy.x, y - eddy.y);
      return angle + eddy.turn * Math.exp(-((away / eddy.reach) ** 2)) * 3.1;
    }, drift);
  };
  const colours = [...palette.tones.slice(dark ? 0 : 1, dark ? 4 : 5), palette.accent];
  const strokes = Array.from({ length: 950 }, () => {
    const start: Point = { x: luck.between(-40, width + 40), y: luck.between(-40, height + 40) };
    const points: Point[] = [start];
    for (let step = 0; step < luck.whole(8, 26); step++) {
      const last = points.at(-1) ?? start;
      const angle = angleAt(last);
      points.push({ x: last.x + 9 * Math.cos(angle), y: last.y + 9 * Math.sin(angle) });
    }
    const part = Math.min(1, Math.max(0, start.y / height));
    const stroke = luck.yes(0.08)
      ? palette.accent
      : mix(luck.one(colours), dark ? palette.paper : palette.tones[4], part * 0.35);
    return line(points, { stroke, 'stroke-width': luck.between(1.2, 5.5), opacity: '0.8' });
  });
  return background(canvas, dark ? palette.tones[4] : palette.paper) + strokes.join('');
}
