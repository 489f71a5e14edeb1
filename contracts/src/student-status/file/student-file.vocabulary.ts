import { ADMIN_BASE } from '../../kernel/module.vocabulary.ts';

/** A student's own file; students see no page of a module (HOME-26). */
export const OWN_FILE_PATH = `${ADMIN_BASE}/newHome/components/ownFile`;
