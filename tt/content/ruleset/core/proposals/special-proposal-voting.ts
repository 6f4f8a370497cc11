export { specialProposalVoting as default } from '#core/clauses/special-proposal-voting.ts';
