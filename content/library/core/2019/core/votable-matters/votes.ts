export { default } from '../../../2021/core/votable-matters/votes.ts';
