export { default } from '../../2021/core/proposals.ts';
