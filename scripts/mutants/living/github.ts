import { each, type LivingIn } from './reasons.ts';

export const IN_GITHUB: LivingIn = {
  'src/forge/github/to-events.ts': each(
    'GitHub sends an event of this kind with what belongs to it, and no other event has that; the question is for the types',
    ["item.__typename === 'LabeledEvent'", 'true'],
    ["item.__typename === 'ReviewDismissedEvent'", 'true'],
    ['item.review !== undefined', 'true'],
    ['item.label?.name', 'item.label.name'],
    ['first.item.label?.name', 'first.item.label.name'],
    ['detail?.reactions?.nodes', 'detail?.reactions.nodes'],
  ),
};
