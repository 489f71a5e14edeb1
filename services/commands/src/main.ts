import { runService } from '@jwxt/infra/runtime/service.ts';
import { serviceOf } from './service.ts';

await runService(serviceOf(process.env));
