import { codeRule } from './code-rule.resource.ts';
import { generateCode, releaseCode, releaseCodeOperation, reserveCode } from './code-reservation.operations.ts';
import { serviceDomain } from './service-domain.resource.ts';
import { systemParameter } from './system-parameter.resource.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const systemSettingArea = {
  resources: [systemParameter, serviceDomain, codeRule],
  operations: [generateCode, releaseCodeOperation],
  commands: [
    [reserveCode, [generateCode]],
    [releaseCode, [releaseCodeOperation]],
  ],
} as const satisfies ContractArea;
