/** The result of this request to IndexedDB; rejects with its error. Awaited within a transaction, the transaction stays open. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? givenUp()));
  });
}

/** Settles when all of the transaction is written; rejects where nothing of it is. */
export function whenWritten(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? givenUp()));
  });
}

/** Where the browser does not say why. */
function givenUp(): DOMException {
  return new DOMException("The device did not store it.", "AbortError");
}
