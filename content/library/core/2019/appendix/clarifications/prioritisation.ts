export { default } from '../../../2021/appendix/clarifications/prioritisation.ts';
