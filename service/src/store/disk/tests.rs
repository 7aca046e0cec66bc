//! What only a store on disk must show: that it is durable, alone, and honest about failure.
