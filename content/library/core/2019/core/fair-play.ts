export { default } from '../../2021/core/fair-play.ts';
