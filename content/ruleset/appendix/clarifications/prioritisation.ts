import { rule } from 'gitnomic/rules';

/** Ranks as the list of this rule gives them: what ranks equally is told apart by scope. */
const CORE = 0;
const DYNASTIC = 10;
const CORE_THAT_WITHSTANDS = 20;
const SPECIAL_CASE = DYNASTIC;
const SPECIAL_CASE_THAT_WITHSTANDS = 20;
const APPENDIX = 40;

export default rule(() => ({
  precedence({ section, entrenched }) {
    if (section === 'appendix') return APPENDIX;
    if (section === 'core') return entrenched ? CORE_THAT_WITHSTANDS : CORE;
    if (section === 'special-case') return entrenched ? SPECIAL_CASE_THAT_WITHSTANDS : SPECIAL_CASE;
    return DYNASTIC;
  },
}));
