import { schoolSetup } from '@jwxt/contracts/school-setup/school-setup.operations.ts';
import { handler } from '../kernel/handler.ts';
import { readSchoolSetup } from './school-setup.read.ts';

export const schoolSetupHandlers = [
  handler(schoolSetup, async (_input, { services, now }) => await readSchoolSetup(services.db, now)),
];
