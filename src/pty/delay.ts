/** A timer as a value, for those that are given one. */

/** Calls back after a while; returns what cancels it. */
export type Delay = (callback: () => void, ms: number) => () => void;

export const delay: Delay = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
