/** State of a make-up list. `unsettled` is only asked for: a former score that changed since waits to be dealt with. */
export const listStatus = { open: '0', frozen: '1', unsettled: '2' } as const;

/** State of a retake class: its list may change until it is published. */
export const rebuildClassStatus = { open: '0', published: '1' } as const;
