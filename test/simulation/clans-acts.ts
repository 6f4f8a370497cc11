/** Each act of the barbarians' dynasty: false where it is against the rules, else it is done. */
import { isDead, loseOne, SHIELD, WEAPONS } from './clans-combat.ts';
import { type Act, type Breach, DAY, HOUR, type Oracle, week, type Words } from './clans-oracle.ts';

/** A breach on record; or, of a tradition that people judge, one that somebody tells of. */
function chargeOf(o: Oracle, words: Words): Breach | undefined {
  if (words['breach'] !== undefined)
    return o.breaches[Number(String(words['breach']).replace('breach-', '')) - 1];
  const { player, tradition } = words as Readonly<Record<string, string>>;
  const at = Date.parse(String(words['breached-at']));
  if (player === undefined || (tradition !== 'dead-names' && tradition !== 'cheese') || at > o.now)
    return undefined;
  const known = o.breaches.find(
    (one) => one.player === player && one.tradition === tradition && one.at === at,
  );
  return known ?? { player, tradition, at, punishedBy: null };
}

export const ACTS: Readonly<Record<string, Act>> = {
  'raise-honor': (o, one, { player }) => {
    if (
      one.id !== o.emperor ||
      player === one.id ||
      !o.isPlayer(player) ||
      !o.mayDaily('raise-honor', one.id)
    )
      return false;
    o.honor(o.who(player), 1);
    o.takeDaily('raise-honor', one.id);
    return true;
  },

  'atone-in-blood': (o, one) => {
    if (one.honor >= 10 || !o.mayDaily('atone-in-blood', one.id)) return false;
    o.suffer(one);
    o.honor(one, 1);
    o.takeDaily('atone-in-blood', one.id);
    return true;
  },

  heal: (o, one) => {
    if (!o.mayHeal(one)) return false;
    one.health--;
    o.takeDaily('heal', one.id);
    const kin = o
      .players()
      .some((other) => other !== one && other.clan === one.clan && o.fightOf(other.id) !== undefined);
    if (kin) o.breach(one.id, 'no-healing-in-duel');
    return true;
  },

  'blood-transfusion': (o, one, { player }) => {
    if (!o.mayHeal(one) || player === one.id || !o.isPlayer(player)) return false;
    const other = o.who(player);
    if (isDead(other) || other.health === 0 || o.fightOf(other.id) !== undefined) return false;
    other.health--;
    o.takeDaily('heal', one.id);
    o.suffer(one);
    return true;
  },

  'found-clan': (o, one, { name }) => {
    const lords = o.players().filter(({ lord }) => lord);
    const shared = lords.some((lord) => lord !== one && lord.clan === one.clan);
    if (!one.lord || one.id === o.emperor || !shared || !/^[A-Z][A-Za-z]{0,9}$/.test(String(name)))
      return false;
    const taken = ['null', ...o.players().map(({ clan }) => clan.toLowerCase())];
    if (taken.includes(String(name).toLowerCase())) return false;
    one.clan = String(name);
    return true;
  },

  'join-clan': (o, one, { clan }) => {
    const open = o.players().some((lord) => lord.lord && lord.clan === clan);
    if (one.clan !== 'Null' || !open) return false;
    one.clan = String(clan);
    return true;
  },

  'announce-duel': (o, one, { title }) => {
    const flavours = {
      'First-Blood': 'first-blood',
      'Twelve Rounds': 'twelve-rounds',
      'Glorious Death': 'glorious-death',
    };
    const [, kind = '', subject = ''] =
      /^Duel to (First-Blood|Twelve Rounds|Glorious Death):(.*)$/.exec(String(title)) ?? [];
    if (!one.lord || kind === '' || subject.trim() === '') return false;
    const empty = {
      combatants: [],
      brought: {},
      firstPrepared: {},
      lists: new Map(),
      damage: {},
      last: {},
      spoils: [],
      improved: [],
      fled: [],
    };
    const flavour = flavours[kind as keyof typeof flavours];
    o.duels.push({
      id: `duel-${o.duels.length + 1}`,
      flavour,
      referee: one.id,
      status: 'open',
      prepared: null,
      due: null,
      rounds: 0,
      winner: null,
      ...empty,
    });
    return true;
  },

  'step-forward': (o, one, { duel: id, items }) => {
    const duel = o.duel(id);
    const listed = items as string[];
    if (
      duel === undefined ||
      duel.referee === one.id ||
      o.isPrepared(one.id) ||
      o.fightOf(one.id) !== undefined
    )
      return false;
    const left = listed.reduce<string[] | null>(
      (had, item) => (had?.includes(item) === true ? loseOne(had, item) : null),
      one.items,
    );
    if (duel.status !== 'open' || left === null) return false;
    duel.brought[one.id] = listed;
    if (duel.flavour === 'first-blood' && listed.includes(SHIELD)) o.breach(one.id, 'armor-at-first-blood');
    if (duel.prepared === null) {
      duel.prepared = one.id;
      duel.firstPrepared[one.id] ??= o.now;
      return true;
    }
    Object.assign(duel, {
      combatants: [duel.prepared, one.id],
      status: 'fighting',
      due: o.now,
      damage: { [duel.prepared]: 0, [one.id]: 0 },
      prepared: null,
    });
    return true;
  },

  withdraw: (o, one, { duel: id }) => {
    const duel = o.duel(id);
    if (duel?.status !== 'open' || duel.prepared !== one.id) return false;
    o.unprepare(one.id);
    if (o.now - (duel.firstPrepared[one.id] ?? 0) < 72 * HOUR) o.breach(one.id, 'early-withdrawal');
    return true;
  },

  'resolve-rounds': (o, one, { duel: id }) => {
    const duel = o.duel(id);
    if (duel?.referee !== one.id || duel.status !== 'fighting') return false;
    if (duel.combatants.some((who) => o.isIdle(who) || !o.isValid(duel, who))) return false;
    o.fight(duel);
    return true;
  },

  'cancel-duel': (o, one, { duel: id }) => {
    const duel = o.duel(id);
    if (duel?.status !== 'fighting' || o.now - (duel.due ?? o.now) < DAY) return false;
    const sent = (who: string): boolean =>
      one.id === duel.referee ? o.isValid(duel, who) : duel.lists.has(who);
    const fled = duel.combatants.filter((who) => !o.isIdle(who) && !sent(who));
    const isStuck =
      [...duel.combatants, duel.referee].some((who) => o.isIdle(who)) || isDead(o.who(duel.referee));
    if (fled.length === 0 && !isStuck) return false;
    for (const who of fled) o.honor(o.who(who), -o.roll(4));
    Object.assign(duel, { status: 'cancelled', fled, due: null });
    return true;
  },

  'improve-stat': (o, one, { duel: id, stat }) => {
    const duel = o.duel(id);
    if (
      duel === undefined ||
      duel.winner === null ||
      !duel.combatants.includes(one.id) ||
      duel.improved.includes(one.id)
    )
      return false;
    duel.improved.push(one.id);
    one[stat as 'strength']++;
    return true;
  },

  'take-spoils': (o, one, { duel: id, item }) => {
    const duel = o.duel(id);
    const at = duel?.spoils.findIndex((spoil) => spoil.item === item && spoil.by === one.id) ?? -1;
    if (duel === undefined || at < 0 || duel.status === 'fighting' || one.items.length >= 2) return false;
    duel.spoils.splice(at, 1);
    one.items = [...one.items, String(item)];
    return true;
  },

  'post-weekly-rituals': (o, one, { title }) => {
    const posted = o.weekly !== null && week(o.weekly) === week(o.now);
    if (!one.lord || posted || !/\brituals\b/i.test(String(title))) return false;
    o.weekly = o.now;
    return true;
  },

  'rite-of-passage': (o, one, { beast, size }) => {
    if (!o.mayPerform(one)) return false;
    const stat = ({ horned: 'strength', slithering: 'skill', winged: 'reflex' } as const)[beast as 'horned'];
    const [needed, gain] = ({ normal: [5, 1], huge: [10, 2], gargantuan: [20, 3] } as const)[
      size as 'normal'
    ] as readonly [number, number];
    const succeeded = o.roll(one[stat]) + o.roll(one[stat]) >= needed;
    one.hunts = [...one.hunts, String(beast)];
    o.rituals.push({ player: one.id, ritual: 'rite-of-passage', at: o.now, succeeded });
    if (succeeded) one[stat] += gain;
    else o.suffer(one);
    const [a, b, c] = one.hunts.slice(-3);
    if (c !== undefined && a === b && b === c) o.breach(one.id, 'hunt-thrice');
    return true;
  },

  'sacred-feast': (o, one, { praise, heal }) => {
    const rites = o.thisWeek('rite-of-passage');
    const meat = rites.some(
      ({ player, succeeded }) => succeeded && player !== one.id && o.who(player).clan === one.clan,
    );
    if (
      !o.mayPerform(one) ||
      !meat ||
      praise === one.id ||
      !o.isPlayer(praise) ||
      !rites.some(({ player }) => player === praise)
    )
      return false;
    if (one.health === 0) one.crushingNext = true;
    else if (heal !== false) one.health--;
    o.honor(o.who(praise), one.lord ? 2 : 1);
    o.rituals.push({ player: one.id, ritual: 'sacred-feast', at: o.now, succeeded: true });
    return true;
  },

  'heavenly-forge': (o, one, { weapon, for: whom }) => {
    if (!o.mayPerform(one) || !(WEAPONS as readonly unknown[]).includes(weapon)) return false;
    if (whom !== undefined && !o.isPlayer(whom)) return false;
    const holder = o.who(whom ?? one.id);
    const done = o.thisWeek('heavenly-forge').some(({ player, succeeded }) => succeeded && player === one.id);
    if (holder.items.length >= 2 || done) return false;
    const succeeded = o.roll(one.skill + one.strength) >= Math.floor(o.players().length / 2) + 1;
    o.rituals.push({ player: one.id, ritual: 'heavenly-forge', at: o.now, succeeded });
    if (succeeded) holder.items = [...holder.items, String(weapon)];
    else o.suffer(one);
    return true;
  },

  'punish-breach': (o, one, words) => {
    const breach = chargeOf(o, words);
    if (breach === undefined || breach.player === one.id || !o.isPlayer(breach.player)) return false;
    if (breach.punishedBy !== null || o.now - breach.at > DAY) return false;
    breach.punishedBy = one.id;
    if (!o.breaches.includes(breach)) o.breaches.push(breach);
    const other = o.who(breach.player);
    o.honor(other, -2);
    if (other.honor < 0) o.suffer(other);
    return true;
  },
};
