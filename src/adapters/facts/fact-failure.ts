/** Why a fact cannot be established, in words for a person: lower case, no final period, and no value that could be secret. */
export class FactFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FactFailure';
  }
}
