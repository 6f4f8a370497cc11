export { default } from '../../2021/core/calls-for-judgement.ts';
