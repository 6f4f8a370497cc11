export { default } from '../../2021/special-case/dynastic-distance.ts';
