export { default } from '../../../2021/core/votable-matters/enacting-and-failing.ts';
