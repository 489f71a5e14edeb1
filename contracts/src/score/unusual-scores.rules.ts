/**
 * From where on a class or a change is looked at once more: by another approver (the default chains), and by whoever
 * hands it in. Rates in tenths of a per cent, the change in hundredths of a point.
 */
export const unusual = { failRate: 300, excellentRate: 400, change: 1_000 } as const;
