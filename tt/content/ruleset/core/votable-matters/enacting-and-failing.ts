export { enactingAndFailing as default } from '#core/clauses/enacting-and-failing.ts';
