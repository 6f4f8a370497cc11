import type { TryStatement } from 'acorn';
import type { Walker } from './enclosing.ts';
import type { Scope } from './scopes.ts';

const NOTE = '$$x($$e);';
const PASS_ON = `catch($$e){${NOTE}throw $$e}`;

/** Sees to it that the sandbox learns first of everything that a clause catches, and of what a `finally` would hide. */
export function followTry(walker: Walker, node: TryStatement, scope: Scope): void {
  const { block, handler, finalizer } = node;
  if (handler) {
    const { param, body } = handler;
    if (!param) {
      walker.wrap(body, '($$e)', '');
      walker.put(body.start + 1, NOTE);
    } else if (param.type === 'Identifier') walker.put(body.start + 1, `$$x(${param.name});`);
    else {
      // `catch ({ message }) {…}` becomes `catch ($$e) { note; let { message } = ($$e); {…} }`.
      walker.wrap(param, `$$e){${NOTE}let `, '=($$e');
      walker.wrap(body, ';', '}');
    }
    if (finalizer) walker.wrap({ start: node.start, end: handler.end }, 'try{', `}${PASS_ON}`);
  } else walker.wrap(block, '', PASS_ON);
  walker.visit(block, scope);
  if (handler) walker.visit(handler, scope);
  if (finalizer) walker.visit(finalizer, scope);
}
