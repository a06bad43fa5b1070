// being built
export {};
