import { ADMIN_BASE } from '../kernel/module.vocabulary.ts';

/** The own exports, outside the modules: everybody who may export has them. */
export const OWN_EXPORTS_PATH = `${ADMIN_BASE}/newHome/components/exportJob`;
/** Exports of one person that wait or are being made. */
export const MAX_OPEN_EXPORTS = 3;
/** How long a finished file can be fetched. */
export const EXPORT_KEPT_DAYS = 7;
