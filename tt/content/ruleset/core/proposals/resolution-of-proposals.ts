export { resolutionOfProposals as default } from '#core/clauses/resolution-of-proposals.ts';
