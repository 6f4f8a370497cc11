export { callsForJudgement as default } from '#core/clauses/calls-for-judgement.ts';
