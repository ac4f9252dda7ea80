export declare function story(count: number, seed: number): string;
