import { pageName } from '../../seat/page-name.ts';
import type { PersonData, SiteData } from '../../site/data/site-data.ts';

export function calendarOfPerson({ id, state }: Pick<PersonData, 'id' | 'state'>): string | null {
  return state === 'gone' ? null : `players/${pageName(id)}.ics`;
}

export function addresses({ home, people }: SiteData): readonly string[] {
  return home === null ? ['deadlines.ics', ...people.flatMap((one) => calendarOfPerson(one) ?? [])] : [];
}
