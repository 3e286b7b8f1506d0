"""The net: encrypted links between peers, the mesh that they make, the table at which they meet."""
