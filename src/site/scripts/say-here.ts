// The texts that scripts write into a page, in the game's language: those that are translated stand in the page.
import type { Language } from '../../language/language.ts';
import { wordingIn } from '../../language/wording.ts';

const { lang } = document.documentElement;
const texts = JSON.parse(document.getElementById('texts')?.dataset['texts'] ?? '{}') as Language['texts'];

export const tag = lang === '' ? 'en' : lang;
export const { say, time } = wordingIn({ tag, texts });
