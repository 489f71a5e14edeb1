import { publicSettings } from '@jwxt/contracts/session/session.operations.ts';
import { publicHandler } from '../kernel/handler.ts';

/** Shown when a school has not set its own (LOGIN-11, LOGIN-22). Names are the parameters' codes. */
const defaults = {
  schoolName: '教务系统', dlbt: '教务系统', zxx: '厚德博学', yxx: '笃行致远', COPYRIGHT: '版权所有 © 教务处', LOGIN_VRIFY: '0',
};

const settingsHandler = publicHandler(publicSettings, async (_input, call) => {
  const { rows } = await call.services.db.query<{ code: string; value: string }>(
    `select param_code as code, para_value as value from base.parameter where param_code = any($1) and para_value <> ''`, [Object.keys(defaults)]);
  return { ...defaults, ...Object.fromEntries(rows.map(({ code, value }) => [code, value])) };
});

export const publicSettingsHandlers = [settingsHandler];
