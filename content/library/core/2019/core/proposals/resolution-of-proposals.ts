export { default } from '../../../2021/core/proposals/resolution-of-proposals.ts';
