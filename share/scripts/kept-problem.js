/** Why a dataset could not be kept on this device. */
export class KeptProblem extends Error {
  /**
   * `kind` is one of: full, denied, offline, refused, changing, damaged.
   *
   * `values` are told with it: needed and free (bytes), done and total (parts), status.
   */
  constructor(kind, values = {}) {
    super(kind);
    this.name = "KeptProblem";
    this.kind = kind;
    this.values = values;
  }
}

/** What the browser threw, by what it means to a person; what is nobody's fault stays as it is. */
export function told(error, values = {}) {
  if (error?.name === "AbortError") return error;
  if (error instanceof KeptProblem) return new KeptProblem(error.kind, { ...values, ...error.values });
  if (error?.name === "QuotaExceededError") return new KeptProblem("full", values);
  if (["SecurityError", "NotAllowedError", "InvalidStateError", "UnknownError"].includes(error?.name)) {
    return new KeptProblem("denied", values);
  }
  return error;
}
