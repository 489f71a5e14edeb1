/** Refusals of settings, code rules and what an administrator switches. */
export const systemSettingErrors = {
  CODE_RULE_MISSING: { status: 409, text: '没有启用的{object}编码规则，请在 系统管理 → 编码规则 中启用一个' },
  CODE_SERIAL_FULL: { status: 409, text: '“{prefix}”的流水号已用完（{digits} 位），请调整编码规则' },
  CODE_NOT_RESERVED: { status: 409, text: '编号“{code}”没有为您占位，或占位已过期、已使用' },
} as const;
