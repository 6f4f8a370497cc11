import { rule } from 'gitnomic/rules';
import { linesToUndo, undoLine } from '#core/undoing.ts';

export default rule((g) => ({
  views: { undoable: linesToUndo(g, 'write-down') },
  actions: { 'undo-record': undoLine(g, { of: 'write-down', where: 'the record' }) },
}));
