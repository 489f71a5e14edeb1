import {
  changeRegistrations,
  generateRegistrations,
  registerClasses,
  registerOwn,
  remindUnregistered,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandsArea } from '../../kernel/area.ts';
import { defineRoute } from '../../kernel/command-route.ts';
import { backupDayJob } from './backup-day-job.ts';
import { backupDayRules, paymentRules, registrationRules } from './registration-checks.ts';
import { changeChosen, generateList, registerHimself, registerWholeClasses, remind } from './registration-steps.ts';

/** How registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24) are kept. */
export const statusTermParts: CommandsArea = {
  routes: [
    defineRoute(changeRegistrations, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => changeChosen(client, context, asked)),
    ),
    defineRoute(registerClasses, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => registerWholeClasses(client, context, asked)),
    ),
    defineRoute(generateRegistrations, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => generateList(client, context, asked)),
    ),
    defineRoute(registerOwn, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => registerHimself(client, context, asked)),
    ),
    defineRoute(remindUnregistered, (asked, context, { pool }) =>
      applyOnce(pool, context, (client) => remind(client, context, asked)),
    ),
  ],
  resourceRules: { registration: registrationRules, payment: paymentRules, backupDay: backupDayRules },
  jobKinds: [backupDayJob],
};
