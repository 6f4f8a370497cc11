export { default } from '../../../2021/core/proposals/special-proposal-voting.ts';
